using System.Diagnostics.Tracing;

namespace Phases;

/// <summary>Markers that a recording has: an event <c>Mark</c> with one text, of a source of this name.</summary>
[EventSource(Name = "Fathom-Markers")]
internal sealed class Markers : EventSource
{
    public static Markers Log { get; } = new();

    [Event(1)]
    public void Mark(string text) => WriteEvent(1, text);
}
