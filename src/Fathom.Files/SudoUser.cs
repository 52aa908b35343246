using System.Globalization;

namespace Fathom.Files;

/// <summary>The user who became root by sudo: what root writes into a folder of theirs is theirs.</summary>
/// <param name="UserId">The user (uid).</param>
/// <param name="GroupId">The user's group (gid); null where it is not known.</param>
internal sealed record SudoUser(uint UserId, uint? GroupId)
{
    private static readonly Lazy<SudoUser?> s_current = new(static () => FileOwner.OwnUser == 0 ? Parse(Environment.GetEnvironmentVariable) : null);

    /// <summary>That user; null unless this process is root's and was started by sudo.</summary>
    public static SudoUser? Current => s_current.Value;

    /// <summary>Reads the variables that sudo sets. Root itself is no such user, and what is no number of a user counts as not set.</summary>
    /// <param name="variable">Gives the value of a variable.</param>
    public static SudoUser? Parse(Func<string, string?> variable) =>
        Number(variable("SUDO_UID")) is { } user ? new SudoUser(user, Number(variable("SUDO_GID"))) : null;

    // The largest number means "nobody" or "unchanged" to the kernel.
    private static uint? Number(string? text) =>
        uint.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out uint number) && number is > 0 and < uint.MaxValue ? number : null;
}
