using System.Runtime.InteropServices;
using Fathom.Model;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

/// <summary>
/// Runs something as the user "nobody" without any capability. The kernel keeps user and capabilities per thread; the raw system call changes those of a
/// thread that ends afterwards, while the C library's function would change the whole process.
/// </summary>
internal static partial class OtherUser
{
    private const nint Nobody = 65534;

    private static nint SetUserCall => RuntimeInformation.ProcessArchitecture == System.Runtime.InteropServices.Architecture.X64 ? 117 : 147;

    /// <summary>Runs the action and returns what it refused with, or null.</summary>
    public static FathomException? Run(Action action)
    {
        Exception? failure = null;
        Thread thread = new(() =>
        {
            try
            {
                Assert.Equal(0, SystemCall(SetUserCall, Nobody, Nobody, Nobody));
                action();
            }
            catch (Exception e)
            {
                failure = e;
            }
        });
        thread.Start();
        thread.Join();
        return failure is null or FathomException ? (FathomException?)failure : throw new InvalidOperationException("The check failed as another user.", failure);
    }

    [LibraryImport("libc", EntryPoint = "syscall")]
    private static partial nint SystemCall(nint number, nint real, nint effective, nint saved);
}
