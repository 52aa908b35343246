namespace Fathom.Model.Scheduling;

/// <summary>Gets the spans in which managed threads waited.</summary>
public interface IManagedWaits
{
    /// <summary>Adds a span of a thread.</summary>
    /// <param name="thread">The thread.</param>
    /// <param name="wait">The span. Spans of a thread may lie in each other.</param>
    void Add(uint thread, in ManagedWait wait);
}
