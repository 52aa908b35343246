using System.Text;

namespace Fathom.Sources.Traces.Universal;

/// <summary>The fields of an event of a machine-wide recorder, by their names. It refers to the reader's buffer.</summary>
internal ref struct UniversalEvent
{
    /// <summary>Whether all fields were read that its kind describes.</summary>
    public bool IsWhole;

    public ulong Value;
    public ulong Id;
    public ulong MappingId;
    public ulong MetadataId;
    public ulong Start;
    public ulong End;
    public ulong Offset;
    public ReadOnlySpan<byte> Name;
    public ReadOnlySpan<byte> FileName;
    public ReadOnlySpan<byte> SymbolMetadata;

    /// <summary>Takes a number.</summary>
    public void Take(UniversalField field, ulong number)
    {
        switch (field)
        {
            case UniversalField.Value:
                Value = number;
                break;
            case UniversalField.Id:
                Id = number;
                break;
            case UniversalField.MappingId:
                MappingId = number;
                break;
            case UniversalField.MetadataId:
                MetadataId = number;
                break;
            case UniversalField.StartAddress:
                Start = number;
                break;
            case UniversalField.EndAddress:
                End = number;
                break;
            case UniversalField.FileOffset:
                Offset = number;
                break;
        }
    }

    /// <summary>Takes a text.</summary>
    public void Take(UniversalField field, ReadOnlySpan<byte> text)
    {
        switch (field)
        {
            case UniversalField.Name:
                Name = text;
                break;
            case UniversalField.FileName:
                FileName = text;
                break;
            case UniversalField.SymbolMetadata:
                SymbolMetadata = text;
                break;
        }
    }

    /// <summary>A text of it.</summary>
    public static string Text(ReadOnlySpan<byte> utf8) => Encoding.UTF8.GetString(utf8);
}
