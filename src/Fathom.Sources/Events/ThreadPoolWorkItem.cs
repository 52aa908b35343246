namespace Fathom.Sources.Events;

/// <summary>A work item of the thread pool was queued, or is taken up by a worker.</summary>
/// <param name="Id">Number that both events of an item share, as long as it lives.</param>
/// <param name="IsTakenUp">Whether it is taken up.</param>
public readonly record struct ThreadPoolWorkItem(long Id, bool IsTakenUp);
