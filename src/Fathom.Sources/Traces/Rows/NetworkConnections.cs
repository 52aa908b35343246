using System.Runtime.InteropServices;
using Fathom.Formats.NetTrace.Fields;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;

namespace Fathom.Sources.Traces.Rows;

/// <summary>Gives connections their numbers, and writes what happens on them.</summary>
/// <remarks>
/// A connection is a pair of addresses and ports, of UDP also of a process, from its begin or its first event to its end. The same pair that
/// begins again is another connection.
/// </remarks>
/// <param name="sink">Gets the rows.</param>
/// <param name="most">Most connections that are known at a time.</param>
internal sealed class NetworkConnections(IRecordingSink sink, int most = 1 << 16)
{
    private readonly RowBatch<NetworkIoRow> _rows = new(sink);
    private readonly Dictionary<Key, Connection> _known = [];
    private readonly Dictionary<(UInt128 Bits, byte Length), TextId> _addresses = [];
    private readonly TextId _tcp = sink.Ids.Text("tcp");
    private readonly TextId _udp = sink.Ids.Text("udp");
    private uint _last;

    /// <summary>Rows that were written.</summary>
    public long Count { get; private set; }

    /// <summary>Open connections that were forgotten, as too many were open: what comes later on one counts as another connection.</summary>
    public long Forgotten { get; private set; }

    /// <summary>Something happened on a connection.</summary>
    /// <param name="isUdp">Whether it is UDP.</param>
    /// <param name="local">This machine.</param>
    /// <param name="remote">The other side.</param>
    /// <param name="step">Whether it begins or ends.</param>
    /// <param name="row">What happened; number, protocol and addresses are set here.</param>
    public void Add(bool isUdp, NetworkSide local, NetworkSide remote, NetworkStep step, in NetworkIoRow row)
    {
        if (_known.Count >= most)
            Forget();
        ref Connection connection = ref CollectionsMarshal.GetValueRefOrAddDefault(_known, new Key(isUdp ? row.ProcessId : 0, isUdp, local, remote),
            out bool isKnown);
        if (!isKnown || (step == NetworkStep.Begins && !connection.IsTried) || (step == NetworkStep.Tries && !connection.IsOpen))
            connection = new Connection(++_last, TextOf(local), TextOf(remote), IsOpen: true, IsTried: step == NetworkStep.Tries);
        else if (step == NetworkStep.Begins)
            connection = connection with { IsTried = false };
        if (step == NetworkStep.Ends)
            connection = connection with { IsOpen = false };
        Write(row with
        {
            ConnectionId = connection.Number,
            Protocol = isUdp ? _udp : _tcp,
            LocalAddress = connection.Local,
            LocalPort = local.Length == 0 ? null : local.Port,
            RemoteAddress = connection.Remote,
            RemotePort = remote.Length == 0 ? null : remote.Port,
        });
    }

    /// <summary>Something happened, and nothing tells on which connection.</summary>
    /// <param name="isUdp">Whether it is UDP.</param>
    /// <param name="row">What happened.</param>
    public void AddUnknown(bool isUdp, in NetworkIoRow row) => Write(row with { Protocol = isUdp ? _udp : _tcp });

    /// <summary>All was told.</summary>
    public void End() => _rows.Flush();

    private void Write(in NetworkIoRow row)
    {
        _rows.Add(row);
        Count++;
    }

    // First those that have ended; where that is not half of them, all.
    private void Forget()
    {
        foreach ((Key key, Connection connection) in _known)
        {
            if (!connection.IsOpen)
                _known.Remove(key);
        }

        if (_known.Count > most / 2)
        {
            Forgotten += _known.Count;
            _known.Clear();
        }
    }

    private TextId TextOf(NetworkSide side)
    {
        if (side.Length == 0)
            return TextId.None;
        if (_addresses.Count >= most)
            _addresses.Clear();
        ref TextId text = ref CollectionsMarshal.GetValueRefOrAddDefault(_addresses, (side.Bits, side.Length), out bool isKnown);
        if (!isKnown)
        {
            Span<char> written = stackalloc char[InternetAddress.MostChars];
            text = sink.Ids.Text(written[..side.Write(written)]);
        }

        return text;
    }

    private readonly record struct Key(uint Process, bool IsUdp, NetworkSide Local, NetworkSide Remote);

    private readonly record struct Connection(uint Number, TextId Local, TextId Remote, bool IsOpen, bool IsTried);
}
