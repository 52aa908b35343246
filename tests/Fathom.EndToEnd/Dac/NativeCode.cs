using System.Diagnostics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dac;

/// <summary>Small libraries of C that do something when they are loaded.</summary>
internal static class NativeCode
{
    /// <summary>Compiles statements that run when the library is loaded.</summary>
    public static void Compile(string library, string statements)
    {
        string source = library + ".c";
        File.WriteAllText(source, $$"""
            #include <stdio.h>
            #include <string.h>
            #include <unistd.h>
            __attribute__((constructor)) static void run(void) { {{statements}} }
            """);
        using Process compiler = Process.Start(new ProcessStartInfo(Needs.Compiler(), ["-shared", "-fPIC", "-O0", "-w", "-o", library, source]) { RedirectStandardError = true })!;
        string errors = compiler.StandardError.ReadToEnd();
        compiler.WaitForExit();
        Assert.True(compiler.ExitCode == 0, errors);
    }
}
