using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Checking;

namespace Fathom.Serializers.Kit.Measuring;

/// <summary>A case with its data made and the serializer that is to work on it.</summary>
public abstract class BoundCase
{
    private readonly Dictionary<(Operation, Lanes), Func<int, long>> _prepared = [];

    /// <summary>The lanes that can be measured.</summary>
    public abstract Lanes Lanes { get; }

    /// <summary>The root object.</summary>
    public abstract object Root { get; }

    /// <summary>The bytes of the last <see cref="Check"/>; empty before it.</summary>
    public byte[] Encoded { get; protected set; } = [];

    /// <summary>Whether <see cref="Check"/> found every lane right. Nothing is timed before.</summary>
    public bool IsVerified { get; protected set; }

    /// <summary>Serializes once, whether or not it reads back.</summary>
    public abstract byte[] Encode();

    /// <summary>Serializes, deserializes and compares, in every lane.</summary>
    /// <param name="identity">Whether shared references must be kept.</param>
    /// <param name="fresh">Whether the result must be made of new objects, and of others each time, as all but a floor's is.</param>
    /// <returns>The first difference; null when there is none.</returns>
    public abstract Difference? Check(bool identity, bool fresh);

    /// <summary>
    /// What reading every leaf of the data once takes, which is a part of every deserialization: nanoseconds, the median of slices of a millisecond. Warm where the
    /// case was measured.
    /// </summary>
    public abstract double LeavesNs();

    /// <summary>The same data with a serializer of its own, checked, for another thread: not every library lets two threads use one.</summary>
    /// <param name="identity">Whether shared references must be kept.</param>
    /// <exception cref="NotSupportedException">There is no way to make another serializer.</exception>
    public abstract BoundCase ForThread(bool identity);

    /// <summary>Prepares what is not part of the time of a lane; returns what does the operation a number of times.</summary>
    /// <returns>Runs the operation that many times and returns a sum of what was touched.</returns>
    public abstract Func<int, long> Prepare(Operation operation, Lanes lane);

    /// <summary>What <see cref="Prepare"/> returns, prepared once.</summary>
    public Func<int, long> Prepared(Operation operation, Lanes lane)
    {
        if (!_prepared.TryGetValue((operation, lane), out Func<int, long>? run))
            _prepared.Add((operation, lane), run = Prepare(operation, lane));
        return run;
    }

    /// <summary>Reads bytes in the lane of a stream and touches what comes of them, as a program would that was given them by a stranger.</summary>
    public abstract object? Read(byte[] data);
}
