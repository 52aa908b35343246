namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>Words and letters of qualifiers.</summary>
internal static class DecoratedQualifier
{
    /// <summary>Their words, in the order in which they stand.</summary>
    public static IReadOnlyList<(DecoratedQualifiers One, string Word)> Words { get; } =
        [(DecoratedQualifiers.Const, "const"), (DecoratedQualifiers.Volatile, "volatile"), (DecoratedQualifiers.Restrict, "__restrict")];

    /// <summary>A to D, and of members Q to T.</summary>
    public static (DecoratedQualifiers Qualifiers, bool IsMember) Of(DecoratedReader reader)
    {
        int letter = reader.Take();
        return letter switch
        {
            >= 'A' and <= 'D' => ((DecoratedQualifiers)(letter - 'A'), false),
            >= 'Q' and <= 'T' => ((DecoratedQualifiers)(letter - 'Q'), true),
            _ => (reader.Fail<DecoratedQualifiers>(), false),
        };
    }

    /// <summary>What stands before them of pointers: E (64 bits, which is not shown), I, F.</summary>
    public static DecoratedQualifiers OfPointer(DecoratedReader reader)
    {
        DecoratedQualifiers found = DecoratedQualifiers.None;
        reader.Takes("E");
        if (reader.Takes("I"))
            found |= DecoratedQualifiers.Restrict;
        if (reader.Takes("F"))
            found |= DecoratedQualifiers.Unaligned;
        return found;
    }
}
