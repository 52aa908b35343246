using System.Diagnostics.Tracing;

namespace Events;

/// <summary>Markers of the program.</summary>
[EventSource(Name = "Fathom-Markers")]
internal sealed class Markers : EventSource
{
    public static Markers Log { get; } = new();

    [Event(1)]
    public void Mark(string text) => WriteEvent(1, text);
}
