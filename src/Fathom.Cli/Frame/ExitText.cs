using System.Globalization;

namespace Fathom.Cli.Frame;

/// <summary>Exit codes in texts for users.</summary>
internal static class ExitText
{
    /// <summary>The code of a broken limit.</summary>
    public static string LimitBroken { get; } = ((int)ExitCode.LimitBroken).ToString(CultureInfo.InvariantCulture);

    /// <summary>The code of an answer that is partial.</summary>
    public static string Partial { get; } = ((int)ExitCode.Partial).ToString(CultureInfo.InvariantCulture);

    /// <summary>What an example with a limit is for.</summary>
    /// <param name="broken">What breaks the limit.</param>
    public static string EndsWhen(string broken) => $"ends with code {LimitBroken} when {broken}";
}
