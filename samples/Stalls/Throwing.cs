namespace Stalls;

/// <summary>A thread that blocks while it handles an exception, and one that blocks after it has.</summary>
internal static class Throwing
{
    public static void InsideCatchBlock(Scene scene)
    {
        Thread handler = scene.Start("handler", () =>
        {
            try
            {
                throw new InvalidOperationException("order 17 has no price");
            }
            catch (InvalidOperationException)
            {
                Thread.Sleep(Timeout.Infinite);
            }
        });
        Thread done = scene.Start("done", () =>
        {
            try
            {
                throw new InvalidOperationException("over");
            }
            catch (InvalidOperationException)
            {
                GC.KeepAlive(scene);
            }

            Thread.Sleep(Timeout.Infinite);
        });
        Scene.UntilBlocked(handler, done);
    }
}
