namespace Fathom.Cli.Frame;

/// <summary>Keys that somebody presses. Tests press their own.</summary>
internal interface IKeys
{
    /// <summary>The next key, or <see cref="Key.None"/> where none is pressed in a time.</summary>
    Key Next(TimeSpan wait);
}
