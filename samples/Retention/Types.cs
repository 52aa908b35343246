namespace Retention;

internal sealed class Cache
{
    public required Entry[] Entries { get; init; }
}

internal sealed class Entry
{
    public byte[]? Data { get; init; }
}

/// <summary>Two objects hold it, so that neither retains it.</summary>
internal sealed class Shared
{
    public byte[]? Data { get; init; }
}

internal sealed class FirstHolder
{
    public Shared? Shared { get; set; }
}

internal sealed class SecondHolder
{
    public Shared? Shared { get; set; }
}

internal sealed class ChainNode
{
    public ChainNode? Next { get; init; }

    public Payload? Payload { get; init; }
}

internal sealed class Payload
{
    public byte[]? Data { get; init; }
}

internal sealed class Session
{
    public byte[]? Data { get; init; }
}

internal sealed class Publisher
{
    public event EventHandler? Changed;

    public void Raise() => Changed?.Invoke(this, EventArgs.Empty);
}

internal sealed class Subscriber
{
    public byte[]? Data { get; init; }

    public int Calls { get; private set; }

    public void OnChanged(object? sender, EventArgs e) => Calls++;
}
