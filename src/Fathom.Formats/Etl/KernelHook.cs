namespace Fathom.Formats.Etl;

/// <summary>Numbers of the events of the kernel that are read: group (high byte) and opcode.</summary>
public static class KernelHook
{
    /// <summary>The provider that they are said to be of.</summary>
    public const string Provider = "Windows Kernel";

    /// <summary>Group of the events of processors: samples, system calls, interrupts.</summary>
    public const int Processors = 0x0F;

    /// <summary>Group of the events of pages and of address space.</summary>
    public const int Pages = 0x02;

    /// <summary>Group of the events of disks.</summary>
    public const int Disks = 0x01;

    /// <summary>A process begins.</summary>
    public const int ProcessStart = 0x0301;

    /// <summary>A process ends.</summary>
    public const int ProcessEnd = 0x0302;

    /// <summary>A process was there when the session began.</summary>
    public const int ProcessThere = 0x0303;

    /// <summary>A process was there when the session ended.</summary>
    public const int ProcessLeft = 0x0304;

    /// <summary>Figures of a process that ends.</summary>
    public const int ProcessFigures = 0x0320;

    /// <summary>Figures of a process at the end of the session.</summary>
    public const int ProcessFiguresLeft = 0x0321;

    /// <summary>A process that ended, and is still held by somebody.</summary>
    public const int ProcessDefunct = 0x0327;

    /// <summary>A thread begins.</summary>
    public const int ThreadStart = 0x0501;

    /// <summary>A thread ends.</summary>
    public const int ThreadEnd = 0x0502;

    /// <summary>A thread was there when the session began.</summary>
    public const int ThreadThere = 0x0503;

    /// <summary>A thread was there when the session ended.</summary>
    public const int ThreadLeft = 0x0504;

    /// <summary>A processor changes from a thread to another.</summary>
    public const int Switch = 0x0524;

    /// <summary>A thread may run again.</summary>
    public const int Ready = 0x0532;

    /// <summary>A thread gets a name.</summary>
    public const int ThreadName = 0x0548;

    /// <summary>A file is mapped as code.</summary>
    public const int ImageLoad = 0x140A;

    /// <summary>A file is no longer mapped.</summary>
    public const int ImageUnload = 0x1402;

    /// <summary>A file was mapped when the session began.</summary>
    public const int ImageThere = 0x1403;

    /// <summary>A file was mapped when the session ended.</summary>
    public const int ImageLeft = 0x1404;

    /// <summary>A processor was seen at a place.</summary>
    public const int Sample = 0x0F2E;

    /// <summary>A counter of the processor had counted enough.</summary>
    public const int CounterSample = 0x0F2F;

    /// <summary>How often samples come changes.</summary>
    public const int SampleInterval = 0x0F48;

    /// <summary>How often samples come when the session begins.</summary>
    public const int SampleBegin = 0x0F49;

    /// <summary>How often samples come when the session ends.</summary>
    public const int SampleEnd = 0x0F4A;

    /// <summary>Somebody marked the moment with a text.</summary>
    public const int Mark = 0x0F22;

    /// <summary>What the machine is: processors, memory, its name.</summary>
    public const int ConfigProcessors = 0x0B0A;

    /// <summary>What the machine is: a disk.</summary>
    public const int ConfigDisk = 0x0B0B;

    /// <summary>What the machine is: a network interface.</summary>
    public const int ConfigNetwork = 0x0B0D;

    /// <summary>What the machine is: a service.</summary>
    public const int ConfigService = 0x0B0F;

    /// <summary>What the machine is: who made it.</summary>
    public const int ConfigPlatform = 0x0B19;

    /// <summary>A stack of an event before.</summary>
    public const int Stack = 0x1820;

    /// <summary>A stack begins to have a key.</summary>
    public const int StackBegins = 0x1822;

    /// <summary>A stack had a key until now.</summary>
    public const int StackEnds = 0x1823;

    /// <summary>A stack has a key at the end.</summary>
    public const int StackLeft = 0x1824;

    /// <summary>The part of a stack in the kernel, by its key.</summary>
    public const int KernelStack = 0x1825;

    /// <summary>The part of a stack in the program, by its key.</summary>
    public const int UserStack = 0x1826;

    /// <summary>Disk: read.</summary>
    public const int DiskRead = 0x010A;

    /// <summary>Disk: written.</summary>
    public const int DiskWrite = 0x010B;

    /// <summary>Disk: all that it keeps is written.</summary>
    public const int DiskFlush = 0x010E;

    /// <summary>Disk: somebody asks to read.</summary>
    public const int DiskReadBegins = 0x010C;

    /// <summary>Disk: somebody asks to write.</summary>
    public const int DiskWriteBegins = 0x010D;

    /// <summary>Disk: somebody asks to write all that it keeps.</summary>
    public const int DiskFlushBegins = 0x010F;

    /// <summary>Group of the events of TCP.</summary>
    public const int Tcp = 0x06;

    /// <summary>Group of the events of UDP.</summary>
    public const int Udp = 0x08;

    /// <summary>TCP: something failed.</summary>
    public const int TcpFails = 0x0611;

    /// <summary>UDP: something failed.</summary>
    public const int UdpFails = 0x0811;

    /// <summary>The name of a file.</summary>
    public const int FileName = 0x0400;

    /// <summary>A file has a name from now on.</summary>
    public const int FileNameBegins = 0x0420;

    /// <summary>A file had a name until now.</summary>
    public const int FileNameEnds = 0x0423;

    /// <summary>A file has a name at the end of the session.</summary>
    public const int FileNameLeft = 0x0424;

    /// <summary>A call that opens or makes a file.</summary>
    public const int FileOpen = 0x0440;

    /// <summary>A program closes its last handle.</summary>
    public const int FileCleanup = 0x0441;

    /// <summary>The system lets go of a file object.</summary>
    public const int FileClose = 0x0442;

    /// <summary>A call that reads.</summary>
    public const int FileRead = 0x0443;

    /// <summary>A call that writes.</summary>
    public const int FileWrite = 0x0444;

    /// <summary>A call that changes facts about a file.</summary>
    public const int FileSetInfo = 0x0445;

    /// <summary>A call that deletes.</summary>
    public const int FileDelete = 0x0446;

    /// <summary>A call that renames.</summary>
    public const int FileRename = 0x0447;

    /// <summary>A call that lists a folder.</summary>
    public const int FileList = 0x0448;

    /// <summary>A call that flushes to the disk.</summary>
    public const int FileFlush = 0x0449;

    /// <summary>A call that asks for facts about a file.</summary>
    public const int FileQueryInfo = 0x044A;

    /// <summary>A call that controls a file system.</summary>
    public const int FileControl = 0x044B;

    /// <summary>A call has ended.</summary>
    public const int FileDone = 0x044C;

    /// <summary>A call that waits for changes of a folder.</summary>
    public const int FileNotify = 0x044D;

    /// <summary>The path of a file that is deleted.</summary>
    public const int FileDeletePath = 0x044F;

    /// <summary>The path that a file gets.</summary>
    public const int FileRenamePath = 0x0450;

    /// <summary>A thread enters a system call.</summary>
    public const int CallEnter = 0x0F33;

    /// <summary>A thread returns from a system call.</summary>
    public const int CallReturn = 0x0F34;

    /// <summary>A page was still in memory.</summary>
    public const int TransitionFault = 0x020A;

    /// <summary>A page of zeros was made.</summary>
    public const int DemandZeroFault = 0x020B;

    /// <summary>A page was copied, because somebody writes to it.</summary>
    public const int CopyOnWrite = 0x020C;

    /// <summary>A page guards what is behind it: a stack grows.</summary>
    public const int GuardPageFault = 0x020D;

    /// <summary>A page must be read from a file.</summary>
    public const int HardPageFault = 0x020E;

    /// <summary>An address may not be used so.</summary>
    public const int AccessViolation = 0x020F;

    /// <summary>A page was read from a file.</summary>
    public const int HardFault = 0x0220;

    /// <summary>Memory was taken from the system.</summary>
    public const int VirtualAlloc = 0x0262;

    /// <summary>Memory was given back to the system.</summary>
    public const int VirtualFree = 0x0263;

    /// <summary>A routine served an interrupt that came as a message.</summary>
    public const int MessageInterrupt = 0x0F32;

    /// <summary>A routine did, in a thread of its own, what an interrupt had put off.</summary>
    public const int ThreadedCall = 0x0F42;

    /// <summary>A routine served an interrupt.</summary>
    public const int Interrupt = 0x0F43;

    /// <summary>A routine did what an interrupt had put off.</summary>
    public const int DeferredCall = 0x0F44;

    /// <summary>A routine did what a timer had put off.</summary>
    public const int TimerCall = 0x0F45;

    /// <summary>Registry: the first of the calls.</summary>
    public const int KeyCreate = 0x090A;

    /// <summary>Registry: a key is opened.</summary>
    public const int KeyOpen = 0x090B;

    /// <summary>Registry: a value is written.</summary>
    public const int KeySetValue = 0x090E;

    /// <summary>Registry: a value is deleted.</summary>
    public const int KeyDeleteValue = 0x090F;

    /// <summary>Registry: a value is read.</summary>
    public const int KeyQueryValue = 0x0910;

    /// <summary>Registry: a key has an address from now on.</summary>
    public const int KeyBegins = 0x0916;

    /// <summary>Registry: a key had an address until now.</summary>
    public const int KeyEnds = 0x0917;

    /// <summary>Registry: a key had an address when the session began.</summary>
    public const int KeyThere = 0x0918;

    /// <summary>Registry: a key has an address when the session ends.</summary>
    public const int KeyLeft = 0x0919;

    /// <summary>Registry: the last of the calls.</summary>
    public const int KeyQuerySecurity = 0x091D;

    // How it is written, beside the group of files that are mapped.
    private const int ImageLoadAsProcess = 0x030A;

    /// <summary>The same event has the same number.</summary>
    public static int Same(int hook) => hook == ImageLoadAsProcess ? ImageLoad : hook;

    /// <summary>Whether it is a part of the stack of another event.</summary>
    public static bool IsStack(int hook) => hook is Stack or KernelStack or UserStack or StackBegins or StackEnds or StackLeft;
}
