using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Serializers.Checks;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>A view of checks: the word on the command line, the lane of the table, and who makes the checks.</summary>
/// <param name="Verb">The word on the command line.</param>
/// <param name="Summary">One sentence.</param>
/// <param name="Lane">The lane in the table.</param>
/// <param name="Create">Makes the checks.</param>
/// <param name="Shape">The columns.</param>
internal sealed record CheckView(string Verb, string Summary, string Lane, Func<CheckPlan, IReadOnlyList<CheckLane>> Create, ResultShape Shape)
{
    /// <summary>Command lines for the help.</summary>
    public required IReadOnlyList<Example> Examples { get; init; }

    /// <summary>What the outcomes mean.</summary>
    public required string Remarks { get; init; }

    /// <summary>Whether rows that are ok are left out unless they are asked for; what hostile bytes and large input come to is never plainly ok.</summary>
    public bool LeavesOutOk { get; init; }

    /// <summary>All views.</summary>
    public static IReadOnlyList<CheckView> All { get; } = [Matrix(), Versions(), Hostile(), Streaming()];

    private static CheckView Matrix() => new(
        "matrix", "Which values survive a round trip: dates, text, containers, …",
        "feature", static plan => [ListedLane.Features(plan), ListedLane.PlainFeatures(plan)], SerializerShapes.Matrix)
    {
        LeavesOutOk = true,
        Examples =
        [
            new("fathom serializers matrix", "all that does not survive the round trip"),
            new("fathom serializers matrix --serializer 'System.Text.Json*' --all", "all that was tried with one library"),
            new("fathom serializers matrix --where outcome=lost --columns serializer,types,name", "what is lost silently"),
            new("fathom serializers matrix --where types=plain", "classes as they are, without attributes"),
        ],
        Remarks = "Dates, numbers, text, members, structures, containers, types and object graphs.\n"
            + "Every value is tried in types with attributes ([Serializable], [DataContract] with [DataMember], [KnownType] and their like) and in the same types without: types says which.\n"
            + "ok, lost (a default or nothing in its place), changed (something else), refused (an exception), crash or hang (in a process of its own).",
    };

    private static CheckView Versions() => new(
        "versions", "How a newer type reads older data, and an older type newer data.", "version", static plan => [ListedLane.Versions(plan)], SerializerShapes.Checks)
    {
        LeavesOutOk = true,
        Examples =
        [
            new("fathom serializers versions", "all that is not ok"),
            new("fathom serializers versions --where 'outcome=silent corruption'", "wrong values without an error"),
        ],
        Remarks = "ok, lost (a member is missing), error (an exception), silent corruption (another value without an error), refused (the type is not taken even without a change).",
    };

    private static CheckView Hostile() => new(
        "hostile", "What readers do with malicious input.", "hostile", static plan => [new HostileLane(plan)], SerializerShapes.Hostile)
    {
        Examples =
        [
            new("fathom serializers hostile", "all attacks on all readers"),
            new("fathom serializers hostile --where outcome=unsafe", "readers that run code of classes that only the data names"),
        ],
        Remarks = "The worst outcome over all inputs of an attack: clean error (each was refused), accepted, unsafe (code of a class ran that only the data named), out of memory, hang, crash.\n"
            + "Each attack has a process of its own with a heap of 256 MB. peak_bytes is what was allocated on the managed heap for the input with the highest ratio to its size;\n"
            + "resident_bytes is the most that the memory of the process grew for one input, native memory too. A process that ended took that figure with it.",
    };

    private static CheckView Streaming() => new(
        "streaming", "Whether input is read as it arrives, or buffered first.", "streaming", static plan => [new StreamingLane(plan)], SerializerShapes.Streaming)
    {
        Examples =
        [
            new("fathom serializers streaming --megabytes 20", "a smaller input"),
            new("fathom serializers streaming --serializer 'System.Text.Json,Newtonsoft.Json'", "two of them with 200 MB"),
        ],
        Remarks = "streams, buffers part or buffers all; lost when rows are not those that were written. peak_bytes is the most of the managed heap above the result itself,\n"
            + "loh_bytes the large objects of that.",
    };
}
