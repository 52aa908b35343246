namespace Fathom.Sources.Events.Requests;

/// <summary>Requests of connections that have begun and are not over.</summary>
/// <typeparam name="T">What is kept of one.</typeparam>
/// <param name="mostOpen">Requests that are kept at most.</param>
/// <param name="onLost">Takes one whose end will not come.</param>
public sealed class OpenConnections<T>(int mostOpen, Action<T> onLost)
{
    private readonly Dictionary<uint, Dictionary<string, List<(string Request, T Kept)>>> _processes = [];
    private int _open;

    /// <summary>A request begins. Of one that has a connection for itself, those before are over.</summary>
    /// <returns>Whether there was room for it.</returns>
    public bool Start(uint process, in ServedRequest request, T kept)
    {
        if (!_processes.TryGetValue(process, out Dictionary<string, List<(string, T)>>? connections))
            _processes.Add(process, connections = []);
        var byText = connections.GetAlternateLookup<ReadOnlySpan<char>>();
        if (!byText.TryGetValue(request.ConnectionId, out List<(string, T)>? open))
        {
            if (connections.Count >= mostOpen)
                return false;
            connections.Add(request.ConnectionId.ToString(), open = []);
        }

        if (request.IsAlone)
            Lose(open);
        if (_open >= mostOpen)
            return false;
        open.Add((request.RequestId.ToString(), kept));
        _open++;
        return true;
    }

    /// <summary>A request is over: that of its identifier, or, where the program changed that meanwhile, the only one of its connection.</summary>
    /// <param name="process">Its process.</param>
    /// <param name="request">As its end has it.</param>
    /// <param name="begun">What was kept at its begin.</param>
    /// <returns>Whether its begin is known.</returns>
    public bool End(uint process, in ServedRequest request, out T begun)
    {
        begun = default!;
        if (Find(process, request.ConnectionId) is not { Count: > 0 } open)
            return false;
        int at = open.Count == 1 && !IsKestrels(request) ? 0 : -1;
        for (int i = 0; i < open.Count && at < 0; i++)
        {
            if (request.RequestId.SequenceEqual(open[i].Request))
                at = i;
        }

        if (at < 0)
            return false;
        begun = open[at].Kept;
        open.RemoveAt(at);
        _open--;
        return true;
    }

    /// <summary>A connection is over.</summary>
    public void Close(uint process, ReadOnlySpan<char> connection)
    {
        if (Find(process, connection) is not { } open)
            return;
        Lose(open);
        _processes[process].GetAlternateLookup<ReadOnlySpan<char>>().Remove(connection);
    }

    /// <summary>No end will come any more.</summary>
    public void End()
    {
        foreach (List<(string, T)> open in _processes.Values.SelectMany(static connections => connections.Values))
            Lose(open);
        _processes.Clear();
    }

    // Kestrel's identifiers begin with the connection.
    private static bool IsKestrels(in ServedRequest request) => request.RequestId.StartsWith(request.ConnectionId, StringComparison.Ordinal);

    private List<(string Request, T Kept)>? Find(uint process, ReadOnlySpan<char> connection) =>
        _processes.TryGetValue(process, out var connections) && connections.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(connection, out var open) ? open : null;

    private void Lose(List<(string Request, T Kept)> open)
    {
        foreach ((_, T kept) in open)
            onLost(kept);
        _open -= open.Count;
        open.Clear();
    }
}
