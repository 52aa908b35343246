using System.Reflection;
using Fathom.Model;

namespace Fathom.Query.Tags;

/// <summary>
/// Rules that give each stack one tag. Of several rules that fit a method the one with the highest priority counts, and of these the first.
/// </summary>
public sealed class TagRules
{
    /// <summary>The tag of stacks that no rule fits.</summary>
    public const string Other = "Other";

    /// <summary>The tag of times in which a collection stops all threads, which have no stack.</summary>
    public const string Pause = "GC/Pause";

    /// <summary>What the shipped tags of security software and of tracers begin with.</summary>
    public const string Watchers = "Security and tracing";

    private const string ShippedFile = "shipped.tags";
    private static readonly Lazy<TagRules> s_shipped = new(static () => new TagRules(TagText.Parse(ShippedFile, ShippedText())));

    private TagRules(IEnumerable<TagRule> rules)
    {
        // A stable order: rules of one priority stay as they were written.
        Rules = [.. rules.OrderByDescending(static rule => rule.Priority)];
        Tags =
        [
            .. Rules.Select(static rule => rule.Tag).Append(Pause).Append(Other)
                .Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal),
        ];
    }

    /// <summary>The rules that Fathom comes with.</summary>
    public static TagRules Shipped => s_shipped.Value;

    /// <summary>The rules, the one that counts first.</summary>
    public IReadOnlyList<TagRule> Rules { get; }

    /// <summary>All tags that there can be, in order.</summary>
    public IReadOnlyList<string> Tags { get; }

    /// <summary>The text of the shipped rules.</summary>
    public static string ShippedText()
    {
        using Stream resource = Assembly.GetExecutingAssembly().GetManifestResourceStream(ShippedFile)!;
        using StreamReader reader = new(resource);
        return reader.ReadToEnd();
    }

    /// <summary>Rules alone, without the shipped ones.</summary>
    internal static TagRules Of(string file, string text) => new(TagText.Parse(file, text));

    /// <summary>Own rules before the shipped ones.</summary>
    /// <param name="file">The file that they come from, for messages.</param>
    /// <param name="text">Its text: rules of Fathom, or the XML of WPA.</param>
    /// <exception cref="FathomException">It has a mistake; the message has file and line.</exception>
    public static TagRules With(string file, string text)
    {
        bool isXml = text.AsSpan().TrimStart("\uFEFF \t\r\n").StartsWith("<");
        return new TagRules([.. isXml ? TagXml.Parse(file, text) : TagText.Parse(file, text), .. Shipped.Rules]);
    }
}
