using System.Buffers.Binary;
using Fathom.Sources.Memory;

namespace Fathom.Sources.Surroundings.Tracers;

/// <summary>
/// Asks the kernel's audit for its state and rules, over its netlink socket. Messages have a head of 16 bytes (length, type, flags, number, sender) and their content; a list ends with one of
/// type NLMSG_DONE, and what is refused is answered with NLMSG_ERROR and a negative errno.
/// </summary>
internal static unsafe class AuditRules
{
    private const string NoAnswer = "the kernel's audit does not answer";
    private const int HeadBytes = 16;
    private const int BufferBytes = 64 * 1024;
    private const int MostMessages = 100_000;
    private const ushort ErrorMessage = 2;
    private const ushort DoneMessage = 3;
    private const ushort GetState = 1000;
    private const ushort ListRules = 1013;
    private const ushort IsQuestion = 0x1;
    private const int EnabledOffset = 4;
    private const int DaemonOffset = 12;

    /// <summary>Reads them.</summary>
    public static AuditState Read()
    {
        int socket = AuditCalls.Socket(AuditCalls.Netlink, AuditCalls.Raw | AuditCalls.CloseOnExec, AuditCalls.Audit);
        if (socket < 0)
            return new AuditState(null, null, null, "the kernel has no audit");
        try
        {
            // Seconds and microseconds: nothing is waited for longer.
            long* patience = stackalloc long[2];
            (patience[0], patience[1]) = (1, 0);
            _ = AuditCalls.SetOption(socket, AuditCalls.SocketLevel, AuditCalls.ReceiveTimeout, patience, 2 * sizeof(long));
            byte[] buffer = new byte[BufferBytes];
            if (!Ask(socket, GetState) || Receive(socket, buffer) is not { } state)
                return new AuditState(null, null, null, NoAnswer);
            (bool? enabled, int? daemon, string? why) = State(buffer.AsSpan(0, state));
            return why is null ? new AuditState(enabled, daemon, Count(socket, buffer, out string? whyNot), whyNot) : new AuditState(null, null, null, why);
        }
        finally
        {
            _ = DescriptorCalls.Close(socket);
        }
    }

    /// <summary>What an answer tells of the state.</summary>
    internal static (bool? Enabled, int? Daemon, string? Why) State(ReadOnlySpan<byte> message)
    {
        if (message.Length < HeadBytes + DaemonOffset + sizeof(int))
            return message.Length >= HeadBytes + sizeof(int) && Type(message) == ErrorMessage ? (null, null, Refusal(message)) : (null, null, "the answer of the kernel's audit is too short");
        if (Type(message) == ErrorMessage && Error(message) != 0)
            return (null, null, Refusal(message));
        ReadOnlySpan<byte> content = message[HeadBytes..];
        return Type(message) == GetState
            ? (BinaryPrimitives.ReadUInt32LittleEndian(content[EnabledOffset..]) != 0, BinaryPrimitives.ReadInt32LittleEndian(content[DaemonOffset..]), null)
            : (null, null, "the kernel's audit gives another answer");
    }

    /// <summary>Counts the rules in a piece of a list.</summary>
    /// <param name="messages">The messages.</param>
    /// <param name="rules">Rules so far.</param>
    /// <param name="why">Why the list is refused; null where it is not.</param>
    /// <returns>Whether the list has ended.</returns>
    internal static bool Count(ReadOnlySpan<byte> messages, ref int rules, out string? why)
    {
        why = null;
        while (messages.Length >= HeadBytes)
        {
            int length = (int)Math.Min(int.MaxValue, BinaryPrimitives.ReadUInt32LittleEndian(messages));
            if (length < HeadBytes || length > messages.Length)
                return true;
            ReadOnlySpan<byte> message = messages[..length];
            if (Type(message) == DoneMessage)
                return true;
            if (Type(message) == ErrorMessage && Error(message) != 0)
            {
                why = Refusal(message);
                return true;
            }

            if (Type(message) == ListRules)
                rules++;
            messages = messages[Math.Min(messages.Length, (length + 3) & ~3)..];
        }

        return false;
    }

    private static int? Count(int socket, byte[] buffer, out string? why)
    {
        why = NoAnswer;
        int rules = 0;
        if (!Ask(socket, ListRules))
            return null;
        for (int i = 0; i < MostMessages && Receive(socket, buffer) is { } length; i++)
        {
            if (Count(buffer.AsSpan(0, length), ref rules, out why))
                return why is null ? rules : null;
        }

        why = NoAnswer;
        return null;
    }

    private static bool Ask(int socket, ushort type)
    {
        Span<byte> head = stackalloc byte[HeadBytes];
        head.Clear();
        BinaryPrimitives.WriteUInt32LittleEndian(head, HeadBytes);
        BinaryPrimitives.WriteUInt16LittleEndian(head[4..], type);
        BinaryPrimitives.WriteUInt16LittleEndian(head[6..], IsQuestion);
        fixed (byte* bytes = head)
            return AuditCalls.Send(socket, bytes, HeadBytes, 0) == HeadBytes;
    }

    private static int? Receive(int socket, byte[] buffer)
    {
        fixed (byte* bytes = buffer)
            return AuditCalls.Receive(socket, bytes, buffer.Length, 0) is > 0 and var length ? (int)length : null;
    }

    private static ushort Type(ReadOnlySpan<byte> message) => BinaryPrimitives.ReadUInt16LittleEndian(message[4..]);

    private static int Error(ReadOnlySpan<byte> message) => message.Length >= HeadBytes + sizeof(int) ? BinaryPrimitives.ReadInt32LittleEndian(message[HeadBytes..]) : 0;

    private static string Refusal(ReadOnlySpan<byte> message) => Error(message) switch
    {
        -1 or -13 => "no permission (CAP_AUDIT_CONTROL); run as root",
        -111 => "the audit of the machine cannot be queried from inside a container",
        var error => $"the kernel's audit refuses with errno {-error}",
    };
}
