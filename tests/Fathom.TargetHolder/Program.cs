// Stops a process and holds it, so that tests can end this program in mid-stop: Fathom.TargetHolder PID [--cancel]
//   --cancel  SIGINT and SIGTERM cancel the work, as the command line tool does; without it they end the program as the system sees fit
// Prints 'ready' while the target stands still. This is the one place that prints in a stop.
using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Live;

using CancellationTokenSource cancel = new();
List<PosixSignalRegistration> registrations = [];
if (args.Contains("--cancel"))
{
    foreach (PosixSignal signal in new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM })
    {
        registrations.Add(PosixSignalRegistration.Create(
            signal,
            context =>
            {
                context.Cancel = true;
                cancel.Cancel();
            }));
    }
}

using TargetSession session = TargetSession.Open(int.Parse(args[0]));
try
{
    await session.InvokeStopped(
        target =>
        {
            Console.Out.WriteLine("ready");
            Console.Out.Flush();
            target.Due.WaitHandle.WaitOne();
            target.Due.ThrowIfCancellationRequested();
            return true;
        },
        TimeSpan.FromMinutes(2),
        cancel.Token);
    return 0;
}
catch (OperationCanceledException)
{
    return 130;
}
finally
{
    registrations.ForEach(registration => registration.Dispose());
}
