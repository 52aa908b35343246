namespace Fathom.Query.Trends;

/// <summary>Whose values a series is of.</summary>
/// <param name="Pid">The process; null where points of several processes make one series.</param>
/// <param name="Name">Its name.</param>
public sealed record TrendSubject(long? Pid, string? Name);
