namespace Fathom.Cli.Frame;

/// <summary>A key, as far as a screen knows it.</summary>
/// <param name="Kind">Which one.</param>
/// <param name="Letter">The letter, of <see cref="KeyKind.Letter"/>.</param>
internal readonly record struct Key(KeyKind Kind, char Letter = '\0')
{
    /// <summary>No key.</summary>
    public static Key None { get; } = new(KeyKind.None);

    /// <summary>What ends a screen.</summary>
    public static Key Quit { get; } = new(KeyKind.Letter, 'q');
}
