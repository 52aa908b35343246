namespace Fathom.Model.Findings;

/// <summary>What a rule has found.</summary>
/// <param name="Rule">Name of the rule, as documented.</param>
/// <param name="Severity">How bad it is.</param>
/// <param name="Subject">What it is about: threads, a type, a method.</param>
/// <param name="Evidence">What was seen, with the numbers.</param>
public sealed record Finding(string Rule, Severity Severity, string Subject, string Evidence);
