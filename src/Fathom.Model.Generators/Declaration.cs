namespace Fathom.Model.Generators;

/// <summary>What one row type declares.</summary>
/// <param name="Table">The table; null where the declaration is wrong.</param>
/// <param name="Problems">What is wrong with it.</param>
/// <param name="Place">Where it stands.</param>
internal sealed record Declaration(Table? Table, Values<Problem> Problems, Place Place);
