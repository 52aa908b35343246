using Fathom.Query.Tags;
using Xunit;

namespace Fathom.Tests.Query.Tags;

/// <summary>The rules that Fathom comes with.</summary>
public sealed class ShippedTagTests
{
    [Theory]
    [InlineData("System.Text.Json.dll", "System.Text.Json.JsonSerializer.WriteString", "JSON/System.Text.Json")]
    [InlineData("Newtonsoft.Json.dll", "Newtonsoft.Json.JsonConvert.SerializeObject", "JSON/Newtonsoft.Json")]
    [InlineData("System.Private.Xml.dll", "System.Xml.XmlTextReaderImpl.Read", "XML")]
    [InlineData("System.Text.RegularExpressions.dll", "System.Text.RegularExpressions.Regex.Match", "Regex")]
    [InlineData("libclrjit.so", "libclrjit.so!?", "JIT")]
    [InlineData("libcoreclr.so", "libcoreclr.so!WKS::gc_heap::mark_object_simple(unsigned char**)", "GC")]
    [InlineData("libcoreclr.so", "libcoreclr.so!ClassLoader::LoadTypeHandleForTypeKey", "Type loading")]
    [InlineData("System.Private.CoreLib.dll", "System.Runtime.EH.DispatchEx", "Exceptions")]
    [InlineData("System.Private.CoreLib.dll", "System.Threading.Monitor.Enter", "Locks/Monitor")]
    [InlineData("System.Private.CoreLib.dll", "System.Threading.Lock.EnterScope", "Locks/Monitor")]
    [InlineData("System.Private.CoreLib.dll", "System.Threading.Tasks.Task.SpinThenBlockingWait", "Locks/Task")]
    [InlineData("System.Private.CoreLib.dll", "System.Threading.SpinWait.SpinOnceCore", "Locks/Spinning")]
    [InlineData("System.Private.CoreLib.dll", "System.Threading.LowLevelLifoSemaphore.Wait", "Thread pool/Idle")]
    [InlineData("System.Private.CoreLib.dll", "System.IO.RandomAccess.ReadAtOffset", "Files/Input and output")]
    [InlineData("System.Net.Sockets.dll", "System.Net.Sockets.Socket.Send", "Network/Sockets")]
    [InlineData("libssl.so.3", "libssl.so.3!SSL_do_handshake", "TLS")]
    [InlineData("libcrypto.so.3", "libcrypto.so.3!EVP_EncryptUpdate", "Encryption")]
    [InlineData("System.IO.Compression.Brotli.dll", "System.IO.Compression.BrotliStream.Write", "Compression")]
    [InlineData("Microsoft.Extensions.Logging.Console.dll", "Microsoft.Extensions.Logging.Console.ConsoleLogger.Log", "Logging")]
    [InlineData(
        "Microsoft.EntityFrameworkCore.Relational.dll",
        "Microsoft.EntityFrameworkCore.Storage.RelationalCommand.ExecuteReader", "Database/EF Core")]
    [InlineData("Npgsql.dll", "Npgsql.NpgsqlCommand.ExecuteReader", "Database/PostgreSQL")]
    [InlineData("MessagePack.dll", "MessagePack.MessagePackSerializer.Serialize", "Serializers/MessagePack")]
    [InlineData("[kernel]", "[kernel]!asm_exc_page_fault", "Memory/Page faults")]
    [InlineData("[kernel]", "[kernel]!shrink_lruvec", "Memory/Reclaim")]
    [InlineData("[kernel]", "[kernel]!wb_workfn", "Files/Write-back")]
    [InlineData("[kernel]", "[kernel]!ext4_file_read_iter", "Files/ext4")]
    [InlineData("[kernel]", "[kernel]!jbd2_journal_commit_transaction", "Files/Journal (jbd2 and ext4)")]
    [InlineData("[kernel]", "[kernel]!fanotify_handle_event", "Security and tracing/File access (fanotify)")]
    [InlineData("[kernel]", "[kernel]!__audit_syscall_exit", "Security and tracing/Audit")]
    [InlineData("[kernel]", "[kernel]!__seccomp_filter", "Security and tracing/Seccomp")]
    [InlineData("[kernel]", "[kernel]!apparmor_file_open", "Security and tracing/Security modules")]
    [InlineData("[kernel]", "[kernel]!bpf_prog_6deef7357e7b4530_sys_enter", "Security and tracing/BPF programs")]
    [InlineData("[kernel]", "[kernel]!handle_swbp", "Security and tracing/Uprobes")]
    [InlineData("[kernel]", "[kernel]!kprobe_ftrace_handler", "Security and tracing/Kprobes and ftrace")]
    [InlineData("[kernel]", "[kernel]!syscall_trace_enter", "Security and tracing/System calls (ptrace and tracepoints)")]
    [InlineData("[kernel]", "[kernel]!perf_event_output_forward", "Recording (perf events)")]
    [InlineData("WdFilter.sys", "WdFilter.sys!?", "Security and tracing/Windows Defender")]
    [InlineData("SOPHOSED.SYS", "SOPHOSED.SYS!?", "Security and tracing/Sophos")]
    [InlineData("mfehidk.sys", "mfehidk.sys!?", "Security and tracing/McAfee and Trellix")]
    [InlineData("umppc21608.dll", "umppc21608.dll!?", "Security and tracing/CrowdStrike")]
    [InlineData("InProcessClient64.dll", "InProcessClient64.dll!?", "Security and tracing/SentinelOne")]
    [InlineData("cyvrmtgn.sys", "cyvrmtgn.sys!?", "Security and tracing/Palo Alto Cortex")]
    [InlineData("NETIO.SYS", "NETIO.SYS!WfpAleClassify", "Security and tracing/Windows firewall")]
    [InlineData("NETIO.SYS", "NETIO.SYS!NetioFreeNetBufferList", null)]
    [InlineData("coreclr.dll", "coreclr.dll!WKS::gc_heap::mark_phase", "GC")]
    [InlineData("clrjit.dll", "clrjit.dll!?", "JIT")]
    [InlineData("Ntfs.sys", "Ntfs.sys!NtfsCommonRead", "Files/NTFS and ReFS")]
    [InlineData("ntdll.dll", "ntdll.dll!?", null)]
    [InlineData("ntoskrnl.exe", "ntoskrnl.exe!KiSystemServiceCopyEnd", null)]
    [InlineData("[kernel]", "[kernel]!do_syscall_64", null)]
    [InlineData("[kernel]", "[kernel]!bpf_lsm_file_open", null)]
    [InlineData("[kernel]", "[kernel]!uprobe_munmap", null)]
    [InlineData("[kernel]", "[kernel]!audit", null)]
    [InlineData("libc.so.6", "libc.so.6!start_thread", null)]
    [InlineData("libcoreclr.so", "libcoreclr.so!?", null)]
    [InlineData("System.Private.CoreLib.dll", "System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart", null)]
    [InlineData("System.Private.CoreLib.dll", "System.String.Concat", null)]
    public void A_method_has_this_tag(string module, string method, string? tag) =>
        Assert.Equal(tag, TagRules.Shipped.Rules.FirstOrDefault(rule => !rule.IsOwn && PlainTags.Fits(rule, method, module))?.Tag);

    [Fact]
    public void No_rule_stands_twice_and_one_is_of_own_code()
    {
        Assert.Equal(TagRules.Shipped.Rules.Count, TagRules.Shipped.Rules.DistinctBy(static rule => (rule.Module, rule.Method)).Count());
        Assert.Single(TagRules.Shipped.Rules, static rule => rule.IsOwn);
    }

    [Fact]
    public void What_security_software_costs_is_counted_before_all_else()
    {
        TagRule[] watchers = [.. TagRules.Shipped.Rules.Where(IsOfWatchers)];

        Assert.NotEmpty(watchers);
        Assert.All(
            TagRules.Shipped.Rules.Where(static rule => !IsOfWatchers(rule)),
            rule => Assert.InRange(rule.Priority, -1, watchers.Min(static watcher => watcher.Priority) - 1));

        static bool IsOfWatchers(TagRule rule) => rule.Tag.StartsWith(TagRules.Watchers + "/", StringComparison.Ordinal);
    }

    [Fact]
    public void Own_rules_come_before_the_shipped_ones()
    {
        TagRules rules = TagRules.With("a.tags", "tag Mine\n System.Text.Json.dll!*Write*");

        Assert.Equal("Mine", First("WriteString"));
        Assert.Equal("JSON/System.Text.Json", First("Read"));
        Assert.Contains("Mine", rules.Tags);

        string First(string method) => rules.Rules.First(rule => PlainTags.Fits(rule, method, "System.Text.Json.dll")).Tag;
    }
}
