using System.Buffers.Binary;
using System.Text;
using Fathom.Formats.NetTrace;

namespace Fathom.Sources.Traces.Etl;

/// <summary>The fields of an event about a process, versions 0 to 5.</summary>
/// <remarks>
/// <code>
/// 0     u32 process, parent                                          then user, names
/// 1     ptr page directory, u32 process, parent, session, i32 exit   then user, names
/// 2     ptr key, u32 process, parent, session, i32 exit; 3: ptr directory; 4: u32 flags; then user, ANSI name, command line, package, application
/// user  u32 0, or two addresses (with the gap of their size), then u8 revision, u8 count, 6 bytes, u32 as often as the count says
/// </code>
/// </remarks>
internal readonly ref struct ProcessFields
{
    private const int SidHead = 8;

    /// <summary>Who started it.</summary>
    public uint ParentId { get; private init; }

    /// <summary>The session of its user.</summary>
    public uint Session { get; private init; }

    /// <summary>What it ended with.</summary>
    public int ExitStatus { get; private init; }

    /// <summary>Bytes of its user's number; empty where it is not told.</summary>
    public ReadOnlySpan<byte> User { get; private init; }

    /// <summary>File name of its program, without a path.</summary>
    public ReadOnlySpan<byte> ImageName { get; private init; }

    /// <summary>Its command line.</summary>
    public ReadOnlySpan<char> CommandLine { get; private init; }

    /// <summary>Whether all up to the name was there.</summary>
    public bool IsWhole { get; private init; }

    /// <summary>Reads them.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="version">Its version.</param>
    /// <param name="pointerSize">4 or 8.</param>
    public static ProcessFields Read(ReadOnlySpan<byte> payload, int version, int pointerSize)
    {
        PayloadReader reader = new(payload, pointerSize);
        if (version > 0)
            reader.Pointer();
        reader.UInt32();
        uint parent = reader.UInt32(), session = 0;
        int exit = 0;
        if (version > 0)
            (session, exit) = (reader.UInt32(), reader.Int32());
        if (version >= 3)
            reader.Pointer();
        if (version >= 4)
            reader.UInt32();
        ReadOnlySpan<byte> user = UserOf(payload, ref reader, pointerSize);
        int end = payload[reader.Position..].IndexOf((byte)0);
        ReadOnlySpan<byte> name = reader.Bytes(end);
        bool isWhole = !reader.IsShort;
        reader.Byte();
        ReadOnlySpan<char> line = version >= 2 ? reader.Text() : default;
        return new ProcessFields { ParentId = parent, Session = session, ExitStatus = exit, User = user, ImageName = name,
            CommandLine = line, IsWhole = isWhole };
    }

    /// <summary>The number of a user as Windows writes it; null for none.</summary>
    public string? UserText()
    {
        if (User.Length < SidHead)
            return null;
        StringBuilder text = new($"S-{User[0]}-{BinaryPrimitives.ReadUInt32BigEndian(User[4..])}");
        PayloadReader reader = new(User[SidHead..], 8);
        while (reader.Remaining >= 4)
            text.Append('-').Append(reader.UInt32());
        return text.ToString();
    }

    // A zero in place of all of it is followed by the name; an address that is zero, by further zeros.
    private static ReadOnlySpan<byte> UserOf(ReadOnlySpan<byte> payload, scoped ref PayloadReader reader, int pointerSize)
    {
        ReadOnlySpan<byte> rest = payload[reader.Position..];
        bool isNumber = rest.Length > 2 * pointerSize && rest[sizeof(uint)] == 0 && rest[2 * pointerSize] == 1;
        if (!isNumber && rest.Length >= sizeof(uint) && rest[..sizeof(uint)].IndexOfAnyExcept((byte)0) < 0)
        {
            reader.Skip(sizeof(uint));
            return default;
        }

        reader.Skip(2 * pointerSize);
        return payload.Length - reader.Position < SidHead ? reader.Bytes(-1) : reader.Bytes(SidHead + (4 * payload[reader.Position + 1]));
    }
}
