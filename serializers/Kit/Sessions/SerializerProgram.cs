using System.Text;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary>The Main of every program under <c>serializers/</c>.</summary>
public static class SerializerProgram
{
    /// <summary>What the program offers, for those who load it into a process of their own; empty before <see cref="Run"/>.</summary>
    public static IReadOnlyList<SerializerEntry> Offered { get; private set; } = [];

    /// <summary>
    /// <c>entries</c> prints the names of the serializers; <c>NAME serve</c> answers requests from standard input on standard output;
    /// <c>NAME first-call KEY=VALUE…</c> does the first calls of a fresh process and prints what they took.
    /// </summary>
    /// <returns>0, or 2 when the arguments are none of these.</returns>
    public static int Run(string[] args, params SerializerEntry[] entries)
    {
        Offered = entries;
        // A library that writes to the console must not write into the protocol.
        Stream output = Console.OpenStandardOutput();
        Console.SetOut(TextWriter.Null);
        switch (args)
        {
            case ["entries"]:
                foreach (SerializerEntry entry in entries)
                    WriteLine(output, new Message("entry").With("name", entry.Name));
                return 0;
            case [var name, "first-call", .. var fields] when Find(entries, name) is { } entry:
                WriteLine(output, FirstCall.Run(entry, fields));
                return 0;
            case [var name, "serve"] when Find(entries, name) is { } entry:
                new Session(entry, new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false)), output).Run();
                return 0;
            default:
                Console.Error.WriteLine("this program is run by 'fathom serializers'; docs/serializers.md describes its protocol");
                return 2;
        }
    }

    /// <summary>Writes a line at once.</summary>
    internal static void WriteLine(Stream output, Message message)
    {
        output.Write(Encoding.UTF8.GetBytes(message.Format() + "\n"));
        output.Flush();
    }

    private static SerializerEntry? Find(SerializerEntry[] entries, string name)
    {
        foreach (SerializerEntry entry in entries)
        {
            if (entry.Name == name)
                return entry;
        }

        return null;
    }
}
