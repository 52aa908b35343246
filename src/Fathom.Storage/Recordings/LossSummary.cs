using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Storage.Recordings;

/// <summary>Losses summed by source and reason, for the manifest. Bounded: beyond <see cref="MaxKinds"/> kinds they are summed as one.</summary>
internal sealed class LossSummary
{
    private const int MaxKinds = 100;
    private readonly Interner _ids;
    private readonly Lock _gate = new();
    private readonly Dictionary<(TextId Source, TextId Reason), (long Rows, long Count, long Bytes)> _sums = [];
    // Known before the interner can be full.
    private readonly TextId _texts;
    private readonly TextId _full;
    private readonly TextId _other;

    public LossSummary(Interner ids)
    {
        _ids = ids;
        _texts = ids.Text("texts");
        _full = ids.Text("more different texts than a recording may hold");
        _other = ids.Text("other");
    }

    public void Add(in LossRow loss)
    {
        lock (_gate)
        {
            (TextId, TextId) kind = (loss.Source, loss.Reason);
            if (!_sums.ContainsKey(kind) && _sums.Count >= MaxKinds)
                kind = (_other, _other);
            (long rows, long count, long bytes) = _sums.GetValueOrDefault(kind);
            _sums[kind] = (rows + 1, count + loss.Count, bytes + loss.Bytes);
        }
    }

    /// <summary>Takes over what another recording lost, with its rows.</summary>
    public void Adopt(IEnumerable<ManifestLoss> losses)
    {
        lock (_gate)
        {
            foreach (ManifestLoss loss in losses)
            {
                (TextId, TextId) kind = (_ids.Text(loss.Source), _ids.Text(loss.Reason));
                (long rows, long count, long bytes) = _sums.GetValueOrDefault(kind);
                _sums[kind] = (rows + loss.Rows, count + loss.Count, bytes + loss.Bytes);
            }
        }
    }

    /// <summary>The loss of texts that came after the interner was full.</summary>
    public LossRow Overflow(long count) => new(_texts, TextId.None, 0, 0, count, 0, _full);

    public IReadOnlyList<ManifestLoss> ToManifest()
    {
        List<ManifestLoss> losses = [];
        lock (_gate)
        {
            foreach (((TextId source, TextId reason), (long rows, long count, long bytes)) in _sums)
                losses.Add(new ManifestLoss(_ids.Resolve(source), _ids.Resolve(reason), rows, count, bytes));
        }

        return losses;
    }
}
