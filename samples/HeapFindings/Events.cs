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
}
