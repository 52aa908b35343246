using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>The fields of an event of the Windows DNS client (Microsoft-Windows-DNS-Client) that tells of a lookup.</summary>
/// <remarks>
/// <code>
/// 3006 begins:         text name, u32 type, u64 options, text servers, u32 is network query, u32 network, u32 interface, u32 is asynchronous
/// 3008 has ended:      text name, u32 type, u64 options, u32 status, text results
/// 3010 server asked:   text name, u32 type, text server
/// 1015 no answer:      text name, u32 length, the address of the server as a socket has it
/// </code>
/// </remarks>
public readonly ref struct DnsFields
{
    /// <summary>The provider.</summary>
    public const string Provider = "1c95126e-7eea-49a9-a3fe-a378b03ddb4d";

    /// <summary>A program asks.</summary>
    public const int Begins = 3006;

    /// <summary>It has its answer.</summary>
    public const int Ended = 3008;

    /// <summary>The service asks a server.</summary>
    public const int ServerAsked = 3010;

    /// <summary>A server did not answer the service.</summary>
    public const int NoAnswer = 1015;

    private DnsFields(PayloadReader fields, int id)
    {
        Name = fields.Text();
        if (id != NoAnswer)
            Type = fields.UInt32();
        if (id == ServerAsked)
        {
            Text = fields.Text();
        }
        else if (id == Ended)
        {
            fields.UInt64();
            Status = fields.UInt32();
            Text = fields.Text();
        }

        IsWhole = !fields.IsShort;
    }

    /// <summary>Whether no field is missing.</summary>
    public bool IsWhole { get; }

    /// <summary>The name that is looked up.</summary>
    public ReadOnlySpan<char> Name { get; }

    /// <summary>Number of the type of record; 0 where the event has none.</summary>
    public uint Type { get; }

    /// <summary>Code of the result of <see cref="Ended"/>.</summary>
    public uint Status { get; }

    /// <summary>The server of <see cref="ServerAsked"/>, the results of <see cref="Ended"/>.</summary>
    public ReadOnlySpan<char> Text { get; }

    /// <summary>Reads them.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="id">Number of the event.</param>
    public static DnsFields Read(ReadOnlySpan<byte> payload, int id)
    {
        PayloadReader fields = new(payload, sizeof(ulong));
        return new DnsFields(fields, id);
    }
}
