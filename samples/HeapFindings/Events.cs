using System.Runtime.CompilerServices;

namespace HeapFindings;

internal sealed class Publisher
{
    public event EventHandler? Changed;

    public void Raise() => Changed?.Invoke(this, EventArgs.Empty);
}

internal static class Clock
{
    public static event Action? Ticked;

    public static void Tick() => Ticked?.Invoke();
}

internal sealed class Subscriber
{
    public int Calls { get; private set; }

    public void OnChanged(object? sender, EventArgs arguments) => Calls++;

    public void OnTicked() => Calls++;
}

/// <summary>Events that nobody ever unsubscribes from.</summary>
internal static class Events
{
    private const int Subscribers = 1_500;
    private const int Static = 300;

    public static void ManySubscribers(Manifest manifest)
    {
        Publisher publisher = manifest.Hold(new Publisher());
        for (int i = 0; i < Subscribers; i++)
            publisher.Changed += new Subscriber().OnChanged;
        for (int i = 0; i < Static; i++)
            Clock.Ticked += new Subscriber().OnTicked;
        publisher.Raise();
        Clock.Tick();
        manifest.Facts["subscribers"] = Subscribers;
        manifest.Facts["static_subscribers"] = Static;
    }

    /// <summary>The one delegate that is alive is the newest and has survived no collection; its predecessors have, and are dead.</summary>
    public static void NewestIsYoung(Manifest manifest)
    {
        Publisher publisher = manifest.Hold(new Publisher());
        for (int i = 0; i < Subscribers; i++)
        {
            publisher.Changed += new Subscriber().OnChanged;
            Clock.Ticked += new Subscriber().OnTicked;
            // The copies of the last rounds grow old together with what they call.
            if (i % 100 == 50)
                GC.Collect();
        }

        publisher.Raise();
        Clock.Tick();
        manifest.Facts["subscribers"] = Subscribers;
    }

    /// <summary>A publisher that nobody holds any more, and that no collection has removed yet.</summary>
    public static void DeadPublisher(Manifest manifest)
    {
        Drop();
        manifest.Facts["dropped"] = Subscribers;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Drop()
    {
        Publisher publisher = new();
        for (int i = 0; i < Subscribers; i++)
            publisher.Changed += new Subscriber().OnChanged;
        GC.Collect();
        GC.Collect();
        publisher.Raise();
    }
}
