using System.Text.RegularExpressions;

namespace Fathom.TestSupport;

/// <summary>What an error adds on machines with processes that this user may not look into; it differs from machine to machine and from user to user.</summary>
public static partial class UnseenProcesses
{
    /// <summary>The text without it.</summary>
    public static string LeaveOut(string text) => Pattern().Replace(text, "");

    [GeneratedRegex("; [0-9]+ process(es)? could not be inspected[^\n]*")]
    private static partial Regex Pattern();
}
