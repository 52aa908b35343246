using System.Globalization;
using System.Text;
using Fathom.Model.Traces;

namespace Fathom.Query.Sessions;

/// <summary>
/// Table <c>during</c>: the intervals of a set by the stretches of time in which they have to be looked for, so that the engine joins them by a key. A join
/// by their bounds alone sorts all rows of both sides. Stretches are of several lengths; what is not longer than one is looked for in that in which it begins,
/// and what is longer than all in stretch -1, which has each interval once.
/// </summary>
internal static class DuringTable
{
    /// <summary>Its name.</summary>
    public const string Name = "during";

    // The macro that queries call with the begin and the length of a row.
    private const string Key = "during_bucket";
    private const int RowsAtOnce = 5000;
    private const int Growth = 8;
    private const int MostLengths = 16;
    private const int MostStretches = 1 << 17;

    /// <summary>Appends what makes it, and the function that tells the stretch of a row.</summary>
    /// <param name="sql">The statements.</param>
    /// <param name="set">The intervals.</param>
    public static void Append(StringBuilder sql, IntervalSet set)
    {
        sql.Append("CREATE OR REPLACE TEMP TABLE ").Append(Name)
            .Append(" (bucket BIGINT NOT NULL, from_ns BIGINT NOT NULL, to_ns BIGINT NOT NULL, shift_ns BIGINT NOT NULL);\n");
        AppendIntervals(sql, set);
        long durationNs = set.Part.DurationNs;
        StringBuilder cases = new();
        long lengthNs = Math.Max(1, Math.Max(durationNs / MostStretches, set.LengthNs / (4 * Math.Max(1, set.Intervals.Count))));
        for (int number = 0; lengthNs < durationNs && set.Intervals.Count > 0; number++, lengthNs *= Growth)
        {
            // A row that begins in a stretch and is no longer than it ends in the next one at the latest.
            sql.Append(CultureInfo.InvariantCulture, $"INSERT INTO {Name} SELECT UNNEST(range(GREATEST(GREATEST(from_ns, 0) // {lengthNs} - 1, 0), ")
                .Append(CultureInfo.InvariantCulture, $"LEAST(to_ns - 1, {durationNs}) // {lengthNs} + 1)) * {MostLengths} + {number}, ")
                .Append(CultureInfo.InvariantCulture, $"from_ns, to_ns, shift_ns FROM {Name} WHERE bucket = -1;\n");
            cases.Append(CultureInfo.InvariantCulture, $"WHEN span_ns <= {lengthNs} THEN ")
                .Append(CultureInfo.InvariantCulture, $"GREATEST(at_ns, 0) // {lengthNs} * {MostLengths} + {number} ");
        }

        sql.Append("CREATE OR REPLACE TEMP MACRO ").Append(Key).Append("(at_ns, span_ns) AS ")
            .Append(cases.Length == 0 ? "-1" : $"CASE {cases}ELSE -1 END").Append(";\n");
    }

    // A clock that stands still in gaps shows the same as the other one until the first of them.
    private static void AppendIntervals(StringBuilder sql, IntervalSet set)
    {
        long gapsNs = 0;
        for (int i = 0; i < set.Intervals.Count; i++)
        {
            (long fromNs, long toNs) = set.Intervals[i];
            gapsNs += i == 0 ? 0 : fromNs - set.Intervals[i - 1].ToNs;
            sql.Append(i % RowsAtOnce == 0 ? $"INSERT INTO {Name} VALUES " : ", ");
            sql.Append(CultureInfo.InvariantCulture, $"(-1, {set.Open(fromNs)}, {set.Open(toNs)}, {gapsNs})");
            if (i % RowsAtOnce == RowsAtOnce - 1 || i == set.Intervals.Count - 1)
                sql.Append(";\n");
        }
    }
}
