namespace Fathom.Storage.DuckDb;

/// <summary>
/// Interrupts a statement once a token is cancelled, again and again until this is disposed of: the engine forgets an interrupt that comes between two of its
/// steps, and a query that never ends would then run on.
/// </summary>
internal sealed class QueryInterrupt : IDisposable
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(20);

    private readonly DuckDbConnection _connection;
    private readonly CancellationTokenRegistration _registration;
    private readonly Lock _gate = new();
    private Timer? _timer;
    private bool _ended;

    /// <summary>Begins to listen.</summary>
    public QueryInterrupt(DuckDbConnection connection, CancellationToken stop)
    {
        _connection = connection;
        _registration = stop.Register(static self => ((QueryInterrupt)self!).Begin(), this);
    }

    /// <summary>Leaves the connection alone from now on.</summary>
    public void Dispose()
    {
        _registration.Dispose();
        lock (_gate)
        {
            _ended = true;
            _timer?.Dispose();
        }
    }

    private void Begin()
    {
        lock (_gate)
        {
            if (!_ended)
                _timer = new Timer(static self => ((QueryInterrupt)self!).Interrupt(), this, TimeSpan.Zero, s_interval);
        }
    }

    private void Interrupt()
    {
        lock (_gate)
        {
            if (!_ended)
                _connection.Interrupt();
        }
    }
}
