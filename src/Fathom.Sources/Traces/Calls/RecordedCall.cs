using Fathom.Formats.PerfData.Events;

namespace Fathom.Sources.Traces.Calls;

/// <summary>A system call as a profile declares it.</summary>
/// <param name="Name">Its name in the kernel.</param>
/// <param name="X64">Its number there; -1 where it does not exist.</param>
/// <param name="Arm64">The same.</param>
/// <param name="Operation">What its rows are called; null where it has none.</param>
/// <param name="Makes">The kind of descriptor that it returns, <see cref="Same"/> for that of its argument; null for none.</param>
/// <param name="Arguments">What its arguments mean, in their order.</param>
public sealed record RecordedCall(string Name, int X64, int Arm64, string? Operation, string? Makes, IReadOnlyList<CallArgument> Arguments)
{
    /// <summary>The kind of descriptor of a copy.</summary>
    public const string Same = "same";

    private readonly sbyte[] _places = Places(Arguments);

    /// <summary>The place of an argument from 0; -1 where it has none of this meaning.</summary>
    public int PlaceOf(CallArgument argument) => _places[(int)argument];

    /// <summary>The value of an argument; null where it has none of this meaning.</summary>
    public long? Value(in SystemCall call, CallArgument argument) => PlaceOf(argument) is >= 0 and var place ? call.Argument(place) : null;

    private static sbyte[] Places(IReadOnlyList<CallArgument> arguments)
    {
        sbyte[] places = new sbyte[Enum.GetValues<CallArgument>().Length];
        Array.Fill(places, (sbyte)-1);
        for (int i = 0; i < arguments.Count; i++)
            places[(int)arguments[i]] = (sbyte)i;
        return places;
    }
}
