namespace Fathom.Sources.Events.Sessions;

/// <summary>Is told of an event.</summary>
/// <typeparam name="T">What the event says.</typeparam>
/// <param name="origin">When and where it happened.</param>
/// <param name="value">What it says; valid during the call only.</param>
public delegate void EventHandling<T>(in EventOrigin origin, in T value)
    where T : allows ref struct;
