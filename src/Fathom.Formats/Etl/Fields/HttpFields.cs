using System.Runtime.InteropServices;
using System.Text;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl.Fields;

/// <summary>The fields of an event of HTTP.sys (Microsoft-Windows-HttpService) that tells of a request.</summary>
/// <remarks>
/// <code>
/// 1 its head comes:             u64 request, u64 connection, address
/// 2 its head is read:           its object, u32 method, text URL
/// 3 goes to a queue:            its object, u64 request, u32 site, text queue, text URL, u32 status
/// 4, 8 a program answers:       u64 request, u64 connection, u16 status, bytes of the method up to a zero, …
/// 10 to 13 the answer is sent:  u64 request, u16 status
/// 14 it could not be sent:      the same
/// 16 answered from the cache:   its object, u32 site, u32 bytes
/// </code>
/// </remarks>
public readonly ref struct HttpFields
{
    /// <summary>The provider.</summary>
    public const string Provider = "dd5ef90a-6398-47a4-ad34-4dcecdef795f";

    /// <summary>The head of a request comes.</summary>
    public const int Received = 1;

    /// <summary>It is read.</summary>
    public const int Parsed = 2;

    /// <summary>It goes to the queue of a program.</summary>
    public const int Delivered = 3;

    /// <summary>The program answers.</summary>
    public const int Answered = 4;

    /// <summary>The program answers in one step.</summary>
    public const int AnsweredFast = 8;

    /// <summary>The answer was sent; so say the three numbers behind it.</summary>
    public const int Sent = 10;

    /// <summary>The last number that says so.</summary>
    public const int LastSent = 13;

    /// <summary>The answer could not be sent.</summary>
    public const int NotSent = 14;

    /// <summary>The kernel answers from its cache.</summary>
    public const int Cached = 16;

    // HTTP_VERB of http.h.
    private static readonly string[] s_methods =
    [
        "", "", "", "OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "CONNECT", "TRACK", "MOVE", "COPY", "PROPFIND", "PROPPATCH", "MKCOL",
        "LOCK", "UNLOCK", "SEARCH",
    ];

    private HttpFields(ReadOnlySpan<byte> payload, int pointerSize, int id)
    {
        PayloadReader fields = new(payload, pointerSize);
        if (id is Parsed or Delivered or Cached)
            Object = fields.Pointer();
        if (id == Parsed)
        {
            uint method = fields.UInt32();
            Method = method < s_methods.Length ? s_methods[method] : "";
            // It ends without a zero.
            Url = Text(payload[fields.Position..]);
        }
        else if (id != Cached)
        {
            Request = fields.UInt64();
        }

        if (id == Delivered)
        {
            fields.UInt32();
            fields.Text();
            Url = fields.Text();
        }
        else if (id is Answered or AnsweredFast)
        {
            fields.UInt64();
            Status = fields.UInt16();
            ReadOnlySpan<byte> rest = payload[fields.Position..];
            Method = Encoding.ASCII.GetString(rest[..Math.Max(0, rest.IndexOf((byte)0))]);
        }
        else if (id is >= Sent and <= NotSent)
        {
            Status = fields.UInt16();
        }

        IsWhole = !fields.IsShort;
    }

    /// <summary>Whether no field is missing.</summary>
    public bool IsWhole { get; }

    /// <summary>Address of the request in the kernel; 0 where the event has none.</summary>
    public ulong Object { get; }

    /// <summary>Number of the request; 0 where the event has none.</summary>
    public ulong Request { get; }

    /// <summary>Its URL; empty where the event has none.</summary>
    public ReadOnlySpan<char> Url { get; }

    /// <summary>Its method; empty where the event has none, or one without a name.</summary>
    public string Method { get; } = "";

    /// <summary>Status of the answer; 0 where the event has none.</summary>
    public int Status { get; }

    /// <summary>Whether an event tells of a request.</summary>
    public static bool Has(int id) =>
        id is Received or Parsed or Delivered or Answered or AnsweredFast or (>= Sent and <= NotSent) or Cached;

    /// <summary>Reads them.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="pointerSize">Size of addresses.</param>
    /// <param name="id">Number of the event.</param>
    public static HttpFields Read(ReadOnlySpan<byte> payload, int pointerSize, int id) => new(payload, pointerSize, id);

    private static ReadOnlySpan<char> Text(ReadOnlySpan<byte> bytes)
    {
        ReadOnlySpan<char> text = MemoryMarshal.Cast<byte, char>(bytes);
        return text.IndexOf('\0') is >= 0 and var end ? text[..end] : text;
    }
}
