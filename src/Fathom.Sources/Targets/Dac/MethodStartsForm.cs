namespace Fathom.Sources.Targets.Dac;

/// <summary>How a map of starts tells the begin of a method whose code goes on for long.</summary>
internal enum MethodStartsForm
{
    /// <summary>It does not: the nearest start before is searched for (.NET 8 and 9).</summary>
    Nearest,

    /// <summary>By the distance to its start, in each unit that it covers (.NET 10 and later).</summary>
    Far,
}
