using Fathom.Serializers.Kit.Cases;

namespace Fathom.Serializers.Plans;

/// <summary>Says how data was drawn where a dial is not the usual one: figures of other data must not be taken for those of the usual.</summary>
public static class DialNotes
{
    private static readonly string[] s_usual = Words(new PlannedCase("", new CaseDials()).DialText());

    /// <summary>A sentence per way of drawing that is not the usual one.</summary>
    /// <param name="dials">The dials of the cases, each as one text.</param>
    public static IEnumerable<string> Of(IEnumerable<string> dials)
    {
        foreach (string text in dials)
        {
            string[] other = [.. Words(text).Except(s_usual)];
            if (other.Length > 0)
                yield return $"the data was generated with {string.Join(", ", other)}";
        }
    }

    private static string[] Words(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
}
