namespace Fathom.Query.Requests;

/// <summary>A key of an ORDER BY.</summary>
/// <param name="Expression">What is compared.</param>
/// <param name="Direction">As it is written: "DESC", "ASC NULLS LAST", or nothing.</param>
internal sealed record OrderKey(string Expression, string Direction);
