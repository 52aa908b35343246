namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>What a type may be besides.</summary>
[Flags]
internal enum DecoratedQualifiers
{
    None = 0,
    Const = 1,
    Volatile = 2,
    Restrict = 4,
    Unaligned = 8,
}
