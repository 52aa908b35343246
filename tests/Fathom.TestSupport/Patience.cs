using Xunit;

namespace Fathom.TestSupport;

/// <summary>Waits for what must come to hold soon, however busy the machine is.</summary>
public static class Patience
{
    private static readonly TimeSpan s_most = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(20);

    /// <summary>Waits until it holds.</summary>
    /// <exception cref="OperationCanceledException">It does not for a minute, or the test is stopped.</exception>
    public static async Task UntilAsync(Func<bool> holds)
    {
        using CancellationTokenSource due = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        due.CancelAfter(s_most);
        while (!holds())
            await Task.Delay(s_pause, due.Token);
    }
}
