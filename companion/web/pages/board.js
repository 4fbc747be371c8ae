const events = new EventSource("/events");
events.addEventListener("state", (event) => {
  document.getElementById("state").textContent = event.data;
});
