using System.Globalization;
using Fathom.Model.Machine;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>Puts processors together that have the same value.</summary>
internal static class ProcessorRanges
{
    /// <summary>Adds one fact for each value: of all of the machine where there is one, else of the processors that have it.</summary>
    public static void Add(FactList facts, string name, FactKind kind, IReadOnlyList<(int Processor, string Value)> values)
    {
        IGrouping<string, (int Processor, string Value)>[] groups = [.. values.GroupBy(static one => one.Value, StringComparer.Ordinal)];
        foreach (IGrouping<string, (int Processor, string Value)> group in groups)
            facts.Add(FactTopics.Processor, groups.Length == 1 ? null : "cpu" + Text([.. group.Select(static one => one.Processor).Order()]), name, kind, group.Key);
    }

    /// <summary>Numbers as the kernel writes them: 0-3,6.</summary>
    public static string Text(IReadOnlyList<int> numbers)
    {
        List<string> parts = [];
        for (int i = 0; i < numbers.Count;)
        {
            int end = i;
            while (end + 1 < numbers.Count && numbers[end + 1] == numbers[end] + 1)
                end++;
            parts.Add(end == i
                ? numbers[i].ToString(CultureInfo.InvariantCulture)
                : string.Create(CultureInfo.InvariantCulture, $"{numbers[i]}-{numbers[end]}"));
            i = end + 1;
        }

        return string.Join(',', parts);
    }
}
