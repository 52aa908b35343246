using Fathom.Model.Tables;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>A compilation, as far as it is known.</summary>
/// <param name="Process">The process.</param>
/// <param name="Thread">Number of the thread; 0 where the trace does not tell.</param>
/// <param name="MethodId">The runtime's number of the method.</param>
/// <param name="ModuleId">The runtime's number of its module.</param>
/// <param name="StartNs">Its start, or when there was code.</param>
/// <param name="Name">Type and name; none where they are not told.</param>
/// <param name="Signature">Parameters and result; none where they are not told.</param>
/// <param name="Stack">Stack of who needed it.</param>
internal record struct CompiledMethod(TracedProcess Process, uint Thread, ulong MethodId, ulong ModuleId, long StartNs, TextId Name, TextId Signature, uint Stack)
{
    /// <summary>Size of the IL; null where the begin is not known, and of dynamic methods, for which the runtime says 0.</summary>
    public uint? IlBytes { get; init; }

    /// <summary>Time until there was code; null where one of both is not known.</summary>
    public long? DurationNs { get; init; }

    /// <summary>Address of the code; null for none.</summary>
    public ulong? Code { get; init; }

    /// <summary>Size of the code; null for none.</summary>
    public uint? CodeBytes { get; init; }

    /// <summary>How it was compiled; none for no code.</summary>
    public TextId Tier { get; init; }
}
