namespace Fathom.Cli.Frame;

/// <summary>Reads what a terminal sends for a key.</summary>
internal static class KeyText
{
    /// <summary>The key of some bytes that came at once.</summary>
    public static Key Of(ReadOnlySpan<byte> bytes) => bytes switch
    {
        [0x1b, (byte)'[' or (byte)'O', (byte)'A', ..] => new Key(KeyKind.Up),
        [0x1b, (byte)'[' or (byte)'O', (byte)'B', ..] => new Key(KeyKind.Down),
        [0x1b] or [0x7f, ..] => new Key(KeyKind.Back),
        [(byte)'\r' or (byte)'\n', ..] => new Key(KeyKind.Enter),
        [var letter, ..] when char.IsAsciiLetter((char)letter) => new Key(KeyKind.Letter, char.ToLowerInvariant((char)letter)),
        _ => Key.None,
    };
}
