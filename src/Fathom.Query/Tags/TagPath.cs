using System.Globalization;

namespace Fathom.Query.Tags;

/// <summary>What the two forms of rules have in common: names of tags, and priorities.</summary>
internal static class TagPath
{
    private const int MostLength = 200;

    /// <summary>What is wrong with the name of a tag, as the end of a sentence; null for nothing.</summary>
    /// <param name="name">The name.</param>
    public static string? Check(string name) =>
        name.Trim().Length == 0 ? "has a tag without a name"
        : name.Length > MostLength
            ? string.Create(CultureInfo.InvariantCulture, $"has a tag whose name is longer than {MostLength} characters")
        : name.Any(static sign => char.IsControl(sign) || sign == ',')
            ? "has a tag with a comma, or a sign that cannot be shown, in its name"
        : name.Split('/').Any(static part => part.Length == 0 || part.Trim().Length != part.Length)
            ? $"has the tag '{name}', of which a part is empty or begins or ends with a blank"
        : null;

    /// <summary>What is wrong with a priority, as the end of a sentence.</summary>
    public static string WrongPriority(string text) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"has the priority '{text}', which is no number from -{TagRule.MostPriority} to {TagRule.MostPriority}");

    /// <summary>The number that a text is; null where it is none, or out of bounds.</summary>
    public static int? Priority(string text) =>
        int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int number)
            && Math.Abs((long)number) <= TagRule.MostPriority ? number : null;
}
