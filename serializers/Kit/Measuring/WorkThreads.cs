namespace Fathom.Serializers.Kit.Measuring;

/// <summary>Threads that do an operation at the same time, each its own one. They live on between samples, so that starting them is not timed.</summary>
public sealed class WorkThreads : IDisposable
{
    private readonly Func<int, long>[] _operations;
    private readonly Barrier _ready;
    private readonly Barrier _done;
    private readonly long[] _sums;
    private readonly Exception?[] _failures;
    private int _iterations;
    private bool _ends;

    /// <param name="operations">What each thread does.</param>
    public WorkThreads(Func<int, long>[] operations)
    {
        _operations = operations;
        _ready = new Barrier(operations.Length + 1);
        _done = new Barrier(operations.Length + 1);
        _sums = new long[operations.Length];
        _failures = new Exception?[operations.Length];
        for (int i = 0; i < operations.Length; i++)
        {
            int index = i;
            new Thread(() => Work(index)) { IsBackground = true, Name = $"worker {index}" }.Start();
        }
    }

    /// <summary>How many there are.</summary>
    public int Count => _operations.Length;

    /// <summary>Lets all of them work and waits for the last.</summary>
    /// <param name="iterations">Operations of each thread.</param>
    /// <exception cref="InvalidOperationException">An operation of a thread threw; that is the inner exception.</exception>
    public long Run(int iterations)
    {
        _iterations = iterations;
        _ready.SignalAndWait();
        _done.SignalAndWait();
        foreach (Exception? failure in _failures)
        {
            if (failure is not null)
                throw new InvalidOperationException($"a thread of {Count} failed: {failure.Message}", failure);
        }

        long sum = 0;
        foreach (long one in _sums)
            sum += one;
        return sum;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _ends = true;
        _ready.SignalAndWait();
    }

    private void Work(int index)
    {
        while (true)
        {
            _ready.SignalAndWait();
            if (_ends)
                return;
            try
            {
                _sums[index] = _operations[index](_iterations);
            }
            catch (Exception failure) when (failure is not OutOfMemoryException)
            {
                _failures[index] = failure;
            }

            _done.SignalAndWait();
        }
    }
}
