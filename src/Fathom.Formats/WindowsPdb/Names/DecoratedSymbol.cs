namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>What a decorated name says.</summary>
/// <param name="Name">The name with what it lies in.</param>
/// <param name="Declaration">The whole declaration.</param>
internal sealed record DecoratedSymbol(string Name, string Declaration);
