namespace Events;

/// <summary>Thrown on demand.</summary>
internal sealed class OrderException(string message) : Exception(message);
