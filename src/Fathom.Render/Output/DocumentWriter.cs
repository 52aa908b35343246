using System.Text;
using Fathom.Model;

namespace Fathom.Render.Output;

/// <summary>Writes a text that is no table to where a result was asked for.</summary>
public static class DocumentWriter
{
    /// <summary>Writes the text as UTF-8.</summary>
    /// <exception cref="FathomException">The file exists or cannot be written (<see cref="ExitCode.Target"/>).</exception>
    public static void Write(string text, OutputTarget target, Stream standardOutput)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        if (target.File is null)
            standardOutput.Write(bytes);
        else
            NewFile.Write(target.File, target.Force, stream => stream.Write(bytes));
    }
}
