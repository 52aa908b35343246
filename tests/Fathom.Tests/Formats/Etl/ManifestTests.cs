using System.Text;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Manifests that event sources of .NET write into a trace, in one piece or several.</summary>
public sealed class ManifestTests
{
    private const string Xml = """
        <instrumentationManifest xmlns="http://schemas.microsoft.com/win/2004/08/events">
         <instrumentation><events>
          <provider name="My-Shop" guid="{00000000-0000-0000-0000-000000000001}" symbol="MyShop">
           <events>
            <event value="1" version="0" level="win:Informational" symbol="OrderPlaced" task="Order" template="OrderArgs"/>
            <event value="2" version="1" level="win:Informational" task="Order" opcode="win:Start"/>
            <event value="3" version="0" level="win:Informational" symbol="Bytes" template="BytesArgs"/>
           </events>
           <templates>
            <template tid="OrderArgs">
             <data name="id" inType="win:Int32"/><data name="who" inType="win:UnicodeString"/><data name="isPaid" inType="win:Boolean"/>
             <data name="price" inType="win:Double"/><data name="key" inType="win:GUID"/><data name="at" inType="win:FILETIME"/>
            </template>
            <template tid="BytesArgs">
             <data name="size" inType="win:UInt32"/><data name="content" inType="win:Binary" length="size"/>
             <data name="behind" inType="win:UInt8"/>
            </template>
           </templates>
          </provider>
         </events></instrumentation>
        </instrumentationManifest>
        """;

    private static readonly Guid s_shop = new("00000000-0000-0000-0000-000000000001");

    private readonly List<byte[]> _written = [];
    private long _damaged;

    [Fact]
    public void Fields_are_those_of_the_template()
    {
        Take(s_shop, 700, 1, 0, Encoding.UTF8.GetBytes(Xml));
        Guid key = Guid.NewGuid();
        byte[] placed =
        [
            .. BitConverter.GetBytes(12), .. Encoding.Unicode.GetBytes("ann\0"), 1, 0, 0, 0, .. BitConverter.GetBytes(1.5),
                .. key.ToByteArray(),
            .. BitConverter.GetBytes(new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc).ToFileTimeUtc()),
        ];

        Assert.Equal(("My-Shop/OrderPlaced",
            $$"""{"id":12,"who":"ann","isPaid":true,"price":1.5,"key":"{{key}}","at":"2026-01-02T03:04:05.0000000Z"}"""),
            Told(1, 0, placed));
        Assert.Equal(("My-Shop/Order/Start", "{}"), Told(2, 1, []));
        Assert.Equal(("My-Shop/Bytes", """{"size":3,"content":"010203","behind":7}"""), Told(3, 0, [3, 0, 0, 0, 1, 2, 3, 7]));
        // Another version of it is not described.
        Assert.Equal(("My-Shop/", """{"_hex":"05"}"""), Told(2, 0, [5]));
        Assert.Equal(0, _damaged);
    }

    [Theory]
    [InlineData(0, 1, 2, 3)]
    [InlineData(3, 1, 0, 2)]
    [InlineData(1, 0, 1, 3, 2)]
    public void The_order_of_its_pieces_does_not_matter(params int[] order)
    {
        byte[][] pieces = Pieces(4);
        for (int i = 0; i < order.Length; i++)
        {
            Assert.Equal("", NameOf(1));
            Take(s_shop, 700, 4, order[i], pieces[order[i]]);
        }

        Assert.Equal(("OrderPlaced", 0L), (NameOf(1), _damaged));
    }

    [Fact]
    public void One_with_a_lost_piece_describes_nothing_and_the_next_one_of_another_process_does()
    {
        byte[][] pieces = Pieces(3);
        Take(s_shop, 700, 3, 0, pieces[0]);
        Take(s_shop, 700, 3, 2, pieces[2]);
        Assert.Equal("", NameOf(1));

        // Pieces of two processes are not mixed.
        Take(s_shop, 800, 3, 1, pieces[1]);
        Assert.Equal("", NameOf(1));
        Take(s_shop, 800, 3, 0, pieces[0]);
        Take(s_shop, 800, 3, 2, pieces[2]);
        Assert.Equal("OrderPlaced", NameOf(1));
    }

    [Fact]
    public void One_that_makes_no_sense_is_counted_and_changes_nothing()
    {
        Take(s_shop, 700, 0, 0, [1]);
        Take(s_shop, 700, 2, 2, [1]);
        Take(s_shop, 700, 257, 0, [1]);
        Assert.Equal(("", 3L), (NameOf(1), _damaged));
        Take(s_shop, 700, 1, 0, Encoding.UTF8.GetBytes(Xml[..400]));
        Take(new Guid("00000000-0000-0000-0000-000000000002"), 700, 1, 0, "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>"u8.ToArray());

        Assert.Equal(("", 5L), (NameOf(1), _damaged));
    }

    [Fact]
    public void A_record_with_its_number_and_other_bytes_is_none()
    {
        Assert.True(Manifests.Is(EtlRecord.Read(Record(s_shop, 700, [1, 1, 0, 0x5B, 1, 0, 0, 0, 60]))));
        Assert.False(Manifests.Is(EtlRecord.Read(Record(s_shop, 700, [1, 1, 0, 0x5C, 1, 0, 0, 0, 60]))));
        Assert.False(Manifests.Is(EtlRecord.Read(Record(s_shop, 700, [1, 1, 0, 0x5B, 1, 0, 0]))));
    }

    private static byte[][] Pieces(int count)
    {
        byte[] all = Encoding.UTF8.GetBytes(Xml);
        int size = (all.Length + count - 1) / count;
        return [.. all.Chunk(size)];
    }

    private static byte[] Record(Guid provider, int pid, byte[] payload) =>
        EtlPieces.Event(new EtlPieces.EventHead(1000, provider, 0xFFFE) { Pid = pid, Opcode = 0xFE }, [], payload);

    private void Take(Guid provider, int pid, int pieces, int number, byte[] piece) => _written.Add(
        Record(provider, pid, [1, 1, 0, 0x5B, .. BitConverter.GetBytes((ushort)pieces), .. BitConverter.GetBytes((ushort)number),
            .. piece]));

    private string NameOf(int id) => Told(id, 0, []).Name["My-Shop/".Length..];

    // A trace with what was written up to now, behind one event.
    private (string Name, string Fields) Told(int id, int version, byte[] payload)
    {
        EtlBytes bytes = new EtlBytes(1, 10_000_000, 500)
            .Add(0, EtlPieces.Event(new EtlPieces.EventHead(600, s_shop, id) { Version = version, Pid = 700 }, [], payload));
        foreach (byte[] record in _written)
            bytes.Add(0, record);
        EtlTrace trace = EtlFiles.Open(bytes.Build());
        LastOf found = new(id);
        trace.Read(found, CancellationToken.None);
        _damaged = trace.Totals.DamagedSchemas;
        return found.Told;
    }

    private sealed class LastOf(int id) : INetTraceSink
    {
        public (string Name, string Fields) Told { get; private set; }

        public void OnMetadata(EventMetadata metadata) => metadata.Tag = metadata;

        public void OnEvent(in NetTraceEvent at)
        {
            if (at.Metadata.ProviderId == s_shop && at.Metadata.EventId == id)
                Told = ($"{(at.Metadata.Name.Length > 0 ? at.Metadata.Provider : "My-Shop")}/{at.Metadata.Name}", new PayloadJson()
                    .Write(in at).ToString());
        }
    }
}
