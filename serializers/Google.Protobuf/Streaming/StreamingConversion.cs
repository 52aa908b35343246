using Fathom.Serializers.Kit.Streaming;

namespace Fathom.Serializers.GoogleProtobuf.Streaming;

internal static class StreamingConversion
{
    public static StreamedRowMessage ToMessage(StreamedRow value) => new() { Id = value.Id, Text = value.Text, Amount = value.Amount };

    public static StreamedRow ToValue(StreamedRowMessage message) => new() { Id = message.Id, Text = message.Text, Amount = message.Amount };

    public static StreamedRowsMessage ToMessage(StreamedRows value)
    {
        StreamedRowsMessage message = new();
        message.Rows.AddAll(value.Rows, ToMessage);
        return message;
    }

    public static StreamedRows ToValue(StreamedRowsMessage message)
    {
        StreamedRows value = new();
        value.Rows.AddAll(message.Rows, ToValue);
        return value;
    }
}
