using System.Runtime.InteropServices;
using Fathom.Model.Recording;
using Fathom.Model.Traces;
using Fathom.Storage.Stacks;

namespace Fathom.Capture.Symbols;

/// <summary>How many frames of each kind have names, as names are found.</summary>
internal sealed class NamingShares
{
    private readonly Dictionary<(uint Trace, string Kind), (long Frames, long Named)> _shares = [];

    public NamingShares(IEnumerable<RecordedNaming> recorded)
    {
        foreach (RecordedNaming kind in recorded)
            _shares[(kind.TraceId, kind.Kind)] = (kind.FrameCount, kind.NamedCount);
    }

    /// <summary>Frames have a name now.</summary>
    public void Name(uint trace, string kind, long frames) => CollectionsMarshal.GetValueRefOrAddDefault(_shares, (trace, kind), out _).Named += frames;

    /// <summary>Frames of processes that nobody had told of are of their kind from now on.</summary>
    public void Tell(uint trace, string kind, long frames)
    {
        ref (long Frames, long Named) untold = ref CollectionsMarshal.GetValueRefOrNullRef(_shares, (trace, TraceNamingRow.NotTold));
        untold.Frames -= frames;
        if (untold.Frames == 0)
            _shares.Remove((trace, TraceNamingRow.NotTold));
        CollectionsMarshal.GetValueRefOrAddDefault(_shares, (trace, kind), out _).Frames += frames;
    }

    /// <summary>Writes them.</summary>
    public void Write(IRecordingSink sink) =>
        sink.Write<TraceNamingRow>([.. _shares.Select(share => new TraceNamingRow(share.Key.Trace, sink.Ids.Text(share.Key.Kind), share.Value.Frames, share.Value.Named))]);
}
